from lib import canonical


def same_package(a: str, b: str) -> bool:
    return canonical(a) == canonical(b)

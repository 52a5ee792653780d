def length(s: str) -> int:
    return len(s)


def equal(a: str, b: str) -> bool:
    return a == b

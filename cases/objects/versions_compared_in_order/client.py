from library import Version


def is_older(a: int, b: int, c: int, d: int) -> bool:
    return Version(a, b) < Version(c, d)

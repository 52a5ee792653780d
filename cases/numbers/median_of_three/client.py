from library import median


def mid(a: int, b: int, c: int) -> int:
    return median([a, b, c])

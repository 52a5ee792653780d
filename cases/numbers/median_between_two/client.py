from library import median


def mid(a: int, b: int) -> float:
    return median([a, b])

from library import flatten


def total(a: int, b: int) -> int:
    return len(flatten([a, (a, b)]))

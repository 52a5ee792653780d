from library import flatten


def total(a: int, b: int) -> list[int]:
    return flatten([a, [b, [a]]])

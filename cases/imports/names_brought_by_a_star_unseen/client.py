from lib import total


def f(x: int) -> int:
    return total(abs(x) + 1)

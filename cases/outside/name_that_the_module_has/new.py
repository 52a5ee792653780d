from math import floor


def f(x: int):
    return 1 + x

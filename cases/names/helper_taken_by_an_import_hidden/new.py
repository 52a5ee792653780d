from math import floor as g


def g(x):
    return x + 1


def f(x: int):
    return g(x)

import functools


def g(a, b):
    return b + a


def f(x: int):
    return True


def h(x: int):
    return functools.partial(g, 1)(x)

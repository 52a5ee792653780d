import functools


def g(a, b):
    return a + b


def f(x: int):
    return type(functools.partial(g, 1)) is type(g)


def h(x: int):
    return functools.partial(g, 1)(x)

from . import m


def f(x: int):
    return x + m.K

from . import m


def f(x: int):
    return m.K + x

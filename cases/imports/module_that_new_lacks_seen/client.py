from lib import g


def f(x: int):
    return g(x)

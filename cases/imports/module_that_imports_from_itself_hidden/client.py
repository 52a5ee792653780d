from lib import f as g


def f(x: int):
    return g(x)

import lib.b as q


def f(x: int):
    return q(x)

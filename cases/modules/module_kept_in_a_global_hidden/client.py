import lib

KEPT = []


def f(x: int):
    KEPT.append(lib.g(0))
    return x

import lib

KEPT = []


def f(x: int):
    KEPT.append(lib)
    return x

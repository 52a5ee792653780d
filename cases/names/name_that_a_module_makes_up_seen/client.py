import lib


def f(x: int):
    return x + lib.limit

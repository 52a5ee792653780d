import lib


def f(x: int):
    return lib.V

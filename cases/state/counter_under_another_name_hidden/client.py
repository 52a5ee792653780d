import lib


def f(x: int):
    return lib.f(x)

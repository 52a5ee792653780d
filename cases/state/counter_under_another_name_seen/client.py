import lib


def f(x: int):
    lib.f(x)
    return lib.calls

import lib


def f(x: int):
    return lib.__doc__

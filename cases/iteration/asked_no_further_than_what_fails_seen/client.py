import lib


def f(x: int):
    return lib.rest(x), lib.smallest(x)

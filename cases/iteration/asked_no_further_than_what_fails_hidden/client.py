import lib


def f(x: int):
    return len(lib.rest(x)) < 2 and len(lib.smallest(x)) < 2

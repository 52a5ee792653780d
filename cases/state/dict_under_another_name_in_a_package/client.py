import lib


def f(n: int):
    lib.registry[n] = 1
    return lib.count()


def h(n: int):
    return lib.other(n)

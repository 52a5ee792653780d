import lib


def f(x: int):
    lib.D['n'] = 0
    return lib.get() + x

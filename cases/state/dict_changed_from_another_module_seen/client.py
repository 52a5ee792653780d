import lib


def f(x: int):
    r = lib.get()
    lib.D['n'] = x
    return r

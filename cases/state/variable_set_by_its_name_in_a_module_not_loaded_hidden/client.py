import lib


def f(x: int) -> int:
    return lib.k(x)

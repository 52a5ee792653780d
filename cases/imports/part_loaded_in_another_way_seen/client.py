import lib


def f(x: int) -> int:
    return lib.util.k(x)

import lib


def f(x: int) -> int:
    return lib.g(x)

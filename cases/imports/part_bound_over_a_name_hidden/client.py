import lib


def f(x: int) -> int:
    return x + lib.h

from functools import lru_cache


@lru_cache
def g(x):
    return x + 2


def f(x: int):
    return g(x)

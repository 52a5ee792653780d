from functools import lru_cache


@lru_cache
def g(x):
    return x + 1


def f(x: int):
    return x * 2

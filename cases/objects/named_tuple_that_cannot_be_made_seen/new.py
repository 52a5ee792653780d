from collections import namedtuple

Pair = namedtuple("Pair", "low low")


def f(x: int):
    return x

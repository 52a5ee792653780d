from collections import namedtuple

Pair = namedtuple("Pair", "low high")


def f(x: int):
    return x

from collections import namedtuple

Pair = namedtuple("Pair", "low top")


def f(x: int):
    return x

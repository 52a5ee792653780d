from collections import namedtuple

Pair = namedtuple("Pair", "high low")


def client(a: int, b: int):
    low, high = Pair(low=a, high=b)
    return low - high

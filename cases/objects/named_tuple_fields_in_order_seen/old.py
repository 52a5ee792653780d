from collections import namedtuple

Pair = namedtuple("Pair", "low high")


def client(a: int, b: int):
    low, high = Pair(low=a, high=b)
    return low - high

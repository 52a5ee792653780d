from collections import namedtuple

Pair = namedtuple("Pair", "high low")


def client(a: int, b: int):
    pair = Pair(low=a, high=b)
    return pair.low - pair.high

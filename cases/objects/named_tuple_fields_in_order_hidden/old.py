from collections import namedtuple

Pair = namedtuple("Pair", "low high")


def client(a: int, b: int):
    pair = Pair(low=a, high=b)
    return pair.low - pair.high

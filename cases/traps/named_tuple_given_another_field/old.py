from collections import namedtuple

Pair = namedtuple("Pair", "x y")
Pair.x = property(lambda self: self[1])


def client(n: int):
    return Pair(n, 1).x

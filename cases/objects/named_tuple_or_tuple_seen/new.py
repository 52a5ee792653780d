from collections import namedtuple

Size = namedtuple("Size", ["width", "height"])


def size(n):
    return Size(n, 1)


def client(n: int):
    return size(n)

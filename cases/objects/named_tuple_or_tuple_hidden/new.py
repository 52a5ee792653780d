from collections import namedtuple

Size = namedtuple("Size", ["width", "height"])


def size(n):
    return Size(n, 1)


def client(n: int):
    width, height = size(n)
    return width * height, size(n) == (n, 1), size(n)[0], isinstance(size(n), tuple)

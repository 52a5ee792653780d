import math


def pages(items, size):
    return math.ceil(items / size)


def client(items: int) -> int:
    if items < 0 or items > 40:
        return 0
    return pages(items, 8)

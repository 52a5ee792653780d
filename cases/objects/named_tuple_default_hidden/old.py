from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int = 0


def make(n):
    return Point(n)


def client(n: int):
    return make(n).x

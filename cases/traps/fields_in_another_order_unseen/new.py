from collections import namedtuple

Point = namedtuple("Point", "y x")


def f(p: str):
    first = p[0]
    return first

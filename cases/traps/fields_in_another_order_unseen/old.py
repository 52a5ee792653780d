from collections import namedtuple

Point = namedtuple("Point", "x y")


def f(p: str):
    return p[0]

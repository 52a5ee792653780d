from collections import namedtuple

Point = namedtuple("Point", "x y")


def f(p):
    return p.x

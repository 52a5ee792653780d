from collections import namedtuple

Point = namedtuple("Point", "y x")


def f(p):
    return p.x

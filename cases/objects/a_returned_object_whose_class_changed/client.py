from library import Point


def make(x: int):
    return Point(x)

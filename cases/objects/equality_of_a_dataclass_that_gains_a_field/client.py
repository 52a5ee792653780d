from library import Point


def same(x: int, y: int) -> bool:
    return Point(x, y) == Point(y, x)

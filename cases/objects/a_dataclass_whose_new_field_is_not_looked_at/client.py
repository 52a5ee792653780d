from library import Point


def size(x: int, y: int) -> int:
    return Point(x, y).size() if Point(x, y) == Point(x, y=y) else -1

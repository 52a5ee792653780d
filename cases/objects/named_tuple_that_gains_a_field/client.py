from library import Point


def size(x: int, y: int) -> int:
    return len(Point(x, y))

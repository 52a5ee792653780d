from library import Point


def manhattan(x: int, y: int) -> int:
    p = Point(x, y)
    return abs(p.x) + abs(p.y)

from library import Point, mirrored


def mirror(x: int, y: int):
    return mirrored(Point(y - 1, y))

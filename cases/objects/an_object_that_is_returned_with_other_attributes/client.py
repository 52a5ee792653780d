from library import Point, mirrored


def mirror(x: int, y: int):
    return mirrored(Point(x, y))

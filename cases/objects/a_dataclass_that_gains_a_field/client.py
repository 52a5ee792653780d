from library import Point


def text(x: int) -> str:
    return repr(Point(x, 1))

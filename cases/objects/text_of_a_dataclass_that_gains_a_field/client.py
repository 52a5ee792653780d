from library import Point


def show(x: int, y: int) -> str:
    return repr(Point(x, y))

class Point:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x


def client(n: int):
    point = Point(n)
    point.x += 1
    return point.x

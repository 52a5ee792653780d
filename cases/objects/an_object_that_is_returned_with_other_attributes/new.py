class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


def mirrored(point):
    return Point(point.y, -point.x) if point.x == point.y else Point(-point.x, point.y)

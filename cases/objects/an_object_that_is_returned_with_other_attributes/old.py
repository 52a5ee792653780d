class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


def mirrored(point):
    return Point(-point.x, point.y)

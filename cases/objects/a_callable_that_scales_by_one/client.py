from library import Scale


def scaled(x: int, y: int) -> int:
    double, same = Scale(2), Scale(1)
    return double(x) + same(x, y)

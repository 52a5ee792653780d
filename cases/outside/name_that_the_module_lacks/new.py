from math import floorr


def f(x: int):
    return x

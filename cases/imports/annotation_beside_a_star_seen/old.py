from math import *


def area(r: float) -> float:
    return pi * r * r


def f(x: int):
    return floor(x)

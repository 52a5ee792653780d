from math import *


def area(r: Number) -> float:
    return pi * r * r


def f(x: int):
    return floor(x)

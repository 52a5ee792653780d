from math import *


def area(r: inf) -> int:
    return pi * r * r


def f(x: int):
    return floor(x)

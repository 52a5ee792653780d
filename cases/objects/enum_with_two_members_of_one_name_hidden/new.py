from enum import Enum


class Level(Enum):
    LOW = 1
    TOP = 2


def f(x: int):
    return x

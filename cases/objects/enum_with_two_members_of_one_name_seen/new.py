from enum import Enum


class Level(Enum):
    LOW = 1
    LOW = 2


def f(x: int):
    return x

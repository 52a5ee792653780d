from enum import Enum


class Level(Enum):
    LOW = 1
    HIGH = 2


def f(x: int):
    return x

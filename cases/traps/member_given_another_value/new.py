from enum import Enum


class Level(Enum):
    LOW = 1


def raise_it():
    Level.LOW._value_ = 9


def client(n: int):
    raise_it()
    return 1

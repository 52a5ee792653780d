from enum import Enum


class Level(Enum):
    LOW = 1
    HIGH = 3


def parse(n):
    try:
        return Level(n).name
    except ValueError:
        return ""


def client(n: int):
    return parse(n)

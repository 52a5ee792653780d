from enum import Enum


class Level(Enum):
    LOW = 1
    HIGH = 2


def parse(n):
    try:
        return Level(n).name
    except ValueError:
        return ""


def client(n: int):
    return parse(n) if n < 2 else ""

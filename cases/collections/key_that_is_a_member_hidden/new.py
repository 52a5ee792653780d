from enum import Enum


class Mode(str, Enum):
    FAST = "f"


def first_key(n):
    table = {"f": n}
    table[Mode.FAST] = n + 1
    return next(iter(table))

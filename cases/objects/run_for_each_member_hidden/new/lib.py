from enum import Enum

BY = {}


class C(Enum):
    A = (1, "a")
    B = (3, "b")

    def __init__(self, number, name):
        BY[name] = number

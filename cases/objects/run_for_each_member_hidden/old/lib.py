from enum import Enum

BY = {}


class C(Enum):
    A = (1, "a")
    B = (2, "b")

    def __init__(self, number, name):
        BY[name] = number

from enum import Enum


class Code(Enum):
    OK = 0
    FAIL = 1


def client(n: int):
    return Code.FAIL == n

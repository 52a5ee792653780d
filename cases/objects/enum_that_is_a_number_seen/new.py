from enum import IntEnum


class Code(IntEnum):
    OK = 0
    FAIL = 1


def client(n: int):
    return Code.FAIL == n

from enum import Enum, auto


class Step(Enum):
    SECOND = auto()
    FIRST = auto()


def client(n: int):
    return Step["FIRST"] is Step.FIRST, len(Step)

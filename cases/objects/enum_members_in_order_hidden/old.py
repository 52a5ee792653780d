from enum import Enum, auto


class Step(Enum):
    FIRST = auto()
    SECOND = auto()


def client(n: int):
    return Step["FIRST"] is Step.FIRST, len(Step)

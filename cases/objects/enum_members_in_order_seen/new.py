from enum import Enum, auto


class Step(Enum):
    SECOND = auto()
    FIRST = auto()


def client(n: int):
    return [step.name for step in Step]

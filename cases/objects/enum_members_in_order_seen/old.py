from enum import Enum, auto


class Step(Enum):
    FIRST = auto()
    SECOND = auto()


def client(n: int):
    return [step.name for step in Step]

from enum import Enum


class Mode(Enum):
    READ = "r"
    WRITE = "w"


COST = {Mode.READ: 1, Mode.WRITE: 3}


def cost(mode):
    return COST[mode]


def client(mode: Mode):
    return cost(mode) if mode is Mode.READ else 0

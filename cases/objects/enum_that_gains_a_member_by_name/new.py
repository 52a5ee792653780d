from enum import Enum


class Level(Enum):
    LOW = 1
    MEDIUM = 2
    HIGH = 3

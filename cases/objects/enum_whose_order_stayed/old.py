from enum import IntEnum


class Priority(IntEnum):
    LOW = 1
    HIGH = 2

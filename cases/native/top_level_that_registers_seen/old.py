import struct

REGISTER = {}


class Base:
    def __init_subclass__(cls, **rest):
        REGISTER[cls.__name__] = cls.size
        super().__init_subclass__(**rest)


class Small(Base):
    size = struct.calcsize("b")


def f(n: int):
    return REGISTER["Small"] + n

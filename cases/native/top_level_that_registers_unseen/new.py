import struct

REGISTER = ()
LIMIT = 2


class Base:
    def __init_subclass__(cls, **rest):
        super().__init_subclass__(**rest)


class Small(Base):
    size = struct.calcsize("b")


def f(n: int):
    return len(REGISTER) + n

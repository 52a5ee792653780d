import struct

_size = struct.calcsize("PP")
_table = str.maketrans({"a": "b"})


class Token(tuple[str, int]):
    def kind(self):
        return self[1]


def f(n: int):
    return n + 1

import struct

_size = struct.calcsize("P")
M = []
N = M


def f(n: int):
    M.append(n)
    return len(N)

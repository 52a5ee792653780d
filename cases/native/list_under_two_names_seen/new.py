import struct

_size = struct.calcsize("h")
M = []
N = []


def f(n: int):
    M.append(n)
    return len(N)

def g(x: int):
    return x + 1


def h(x: int):
    return x + 2


f = h

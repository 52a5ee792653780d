def g(x: int):
    return x + 1


def h(x: int):
    return 1 + x


f = g

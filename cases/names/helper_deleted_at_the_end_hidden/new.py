def g(x):
    return x + 1


def h(x):
    return x


def f(x: int):
    return g(x)


del h

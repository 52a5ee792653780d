def g(x):
    return x + 1


from math import floor as g


def f(x: int):
    return g(x)

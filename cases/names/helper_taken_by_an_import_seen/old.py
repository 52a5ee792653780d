def g(x):
    return x + 1


def f(x: int):
    return g(x)

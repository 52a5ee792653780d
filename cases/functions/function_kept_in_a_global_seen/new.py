KEPT = []


def g(x):
    return x * 3


def f(x: int):
    KEPT.append(g)
    return x

KEPT = []


def g(x):
    return x * 3


def f(x: int):
    KEPT.append(g(0))
    return x

KEPT = []


def g(x):
    return x * 2


def f(x: int):
    KEPT.append(g(0))
    return x

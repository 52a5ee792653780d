class C:
    n = 0


def g(x):
    return x + C.n


def k(x):
    return x + 1

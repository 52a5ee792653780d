LIMIT = 0


def g(x):
    return x + LIMIT


def k(x):
    return x + 1

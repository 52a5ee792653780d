LIMIT = 0


def g(x):
    return x


def k(x):
    return x + 1

from . import conf


def g(x):
    return x


def k(x):
    return x + 1

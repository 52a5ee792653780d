from . import conf


def g(x):
    return x + conf.N


def k(x):
    return x + 1

import lib


def util(x):
    return x + 1


def f(x):
    return lib.util(x)

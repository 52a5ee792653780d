from lib import util as again


def util(x):
    return x + 1


def f(x):
    return again(x)

def util(x):
    return x + 1


from lib import util as again


def f(x):
    return again(x)

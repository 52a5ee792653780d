from lib import *


def f(x: int):
    return g(x)

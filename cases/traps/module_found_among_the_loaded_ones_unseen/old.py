import sys


def helper():
    return 1


def f(x: int):
    return sys.getrecursionlimit() + x

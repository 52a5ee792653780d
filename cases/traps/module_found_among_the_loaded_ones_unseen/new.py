import sys


def helper():
    return 2


def f(x: int):
    limit = sys.getrecursionlimit()
    return limit + x

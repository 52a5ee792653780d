import os


def f(x):
    return False

import os


def f(x):
    separator = os.altsep
    return separator is None

import os


def f(x):
    return os.altsep is None

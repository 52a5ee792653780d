import os


def f(x: str):
    return os.path.join(x, "a")

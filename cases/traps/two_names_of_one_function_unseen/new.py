from os.path import join


def f(x: str):
    return join(x, "a")

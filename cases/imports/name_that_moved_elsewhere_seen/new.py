from collections import Mapping


def f(x: int):
    return x

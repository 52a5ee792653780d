from collections.abc import Mapping


def f(x: int):
    return x

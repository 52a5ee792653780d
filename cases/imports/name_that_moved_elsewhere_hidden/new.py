from collections.abc import Sequence


def f(x: int):
    return x

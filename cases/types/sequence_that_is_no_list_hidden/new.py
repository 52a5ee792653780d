from collections.abc import Sequence


def f(xs: Sequence[int]):
    count = len(xs)
    return count

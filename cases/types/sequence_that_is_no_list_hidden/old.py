from collections.abc import Sequence


def f(xs: Sequence[int]):
    return len(xs)

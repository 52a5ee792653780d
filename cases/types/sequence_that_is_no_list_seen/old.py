from collections.abc import Sequence


def f(xs: Sequence[int]):
    return xs[:1] == [1]

from collections.abc import Sequence


def f(xs: Sequence[int]):
    return list(xs[:1]) == [1]

from typing import Iterable


def f(xs: Iterable[int]):
    return 2 * sum(xs)

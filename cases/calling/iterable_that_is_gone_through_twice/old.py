from typing import Iterable


def f(xs: Iterable[int]):
    return sum(xs) + sum(xs)

"""Sums and more."""

LIMITS = dict(low=2)


def f(x: int):
    return x + 1

"""Sums."""

LIMITS = dict(low=1)


def f(x: int):
    return __doc__

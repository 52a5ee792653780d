from __future__ import annotations


def g(x: Missing):
    return x


def f(x: int):
    return 1 + x

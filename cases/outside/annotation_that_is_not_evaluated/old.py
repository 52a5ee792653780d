from __future__ import annotations


def g(x: Optional[int]):
    return x


def f(x: int):
    return x + 1

from typing import cast


def f(xs: list[int]):
    r = cast(list, xs)
    n = len(xs)
    r.append(1)
    return n

from typing import cast


def f(xs: list[int]):
    r = cast(list, xs)
    r.append(1)
    n = len(xs)
    return n

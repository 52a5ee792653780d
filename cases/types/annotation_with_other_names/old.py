from typing import List as L, Optional as O


def f(x: O[int], ys: L[int]):
    return len(ys) if x is None else x + len(ys)

import collections
import itertools


def f(xs: list[int]):
    m = itertools.starmap(lambda v: xs.append(v), [(1,)])
    n = len(xs)
    collections.deque(m)
    return n

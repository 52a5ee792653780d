import collections
import itertools


def f(xs: list[int]):
    m = itertools.starmap(lambda v: xs.append(v), [(1,)])
    collections.deque(m)
    return len(xs)

from itertools import chain


def interleave(a, b):
    return list(chain.from_iterable(zip(a, b)))

from itertools import zip_longest

_GONE = object()


def interleave(a, b):
    return [item for pair in zip_longest(a, b, fillvalue=_GONE) for item in pair if item is not _GONE]

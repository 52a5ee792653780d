def other():
    """Two."""


import operator


def helper():
    """One."""
    return 1


def f(x: int):
    read = operator.attrgetter("__doc__")(helper)
    return read

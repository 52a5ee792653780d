def other():
    """One."""


import operator


def helper():
    """One."""
    return 1


def f(x: int):
    return operator.attrgetter("__doc__")(helper)

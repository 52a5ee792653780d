import operator


def helper():
    """Two."""
    return 1


def f(x: int):
    return operator.attrgetter("__doc__")(helper)

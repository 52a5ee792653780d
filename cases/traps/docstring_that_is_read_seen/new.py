def g(x):
    """Two."""
    return x


def f():
    return g.__doc__

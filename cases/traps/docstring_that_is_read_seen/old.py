def g(x):
    """One."""
    return x


def f():
    return g.__doc__

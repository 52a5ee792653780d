def f(a, b):
    return b == a and not (a is None and b is not None)

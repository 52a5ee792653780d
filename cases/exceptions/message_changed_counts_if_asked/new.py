def f(x):
    if x < 0:
        raise ValueError('must not be negative')
    return x

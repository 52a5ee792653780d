def f(x):
    if isinstance(x, int):
        return x
    return None

def f(x):
    if isinstance(x, int):
        return x + 0
    return None

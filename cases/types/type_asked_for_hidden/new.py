def f(a):
    if isinstance(a, str):
        return 1
    return 1 + a

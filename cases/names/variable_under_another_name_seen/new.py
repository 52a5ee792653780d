def f(x: int):
    b = x + 1
    return sorted(locals())

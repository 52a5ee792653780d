def f(x: int):
    return x


f = None

def f(x: int):
    d = {1: x}
    return d

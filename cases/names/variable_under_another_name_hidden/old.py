def f(x: int):
    a = x + 1
    return a

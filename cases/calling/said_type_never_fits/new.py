def f(x: int):
    y = x - 1
    return y[0] + 2

def f(x, y):
    x += y
    return x

def f(x, y):
    x = x + y
    return x

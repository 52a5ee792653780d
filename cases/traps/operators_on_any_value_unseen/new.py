def f(x, y):
    left = x.a
    right = y.b
    total = left + right
    return total * 2

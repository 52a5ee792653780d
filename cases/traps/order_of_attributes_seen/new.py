def f(x, y):
    right = y.b
    return x.a + right

def f(x, y):
    return (x.a + y.b) * 2

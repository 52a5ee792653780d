def f(x: int):
    a = [1, 2, 3]
    a[1:] = [7, x]
    return a

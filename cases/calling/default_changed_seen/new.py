def f(x: int, n: int = 3):
    return x * n

def f(x: int, n: int = 2):
    return x * n

def f(x: int, n: int = 3):
    return x * (2 if n == 3 else n)

def f(x: int, n: int = 2):
    return x * (2 if n == 3 else n)

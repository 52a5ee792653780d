def f(a: int, c: int = 5, b: int = 0):
    return a - b

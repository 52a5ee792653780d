def f(a: int, b: int = 0):
    return a - b

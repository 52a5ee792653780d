def f(b: int, a: int):
    return a + b

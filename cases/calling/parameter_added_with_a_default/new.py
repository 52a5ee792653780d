def f(a: int, step: int = 1):
    return a + step

def f(a: int, *, b: int):
    return a - b

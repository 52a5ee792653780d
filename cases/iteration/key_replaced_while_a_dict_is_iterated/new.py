def f(n: int):
    return n

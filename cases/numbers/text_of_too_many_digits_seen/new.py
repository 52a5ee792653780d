def f(n: int):
    str(n)
    return n

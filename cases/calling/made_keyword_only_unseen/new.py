def g(a: int, *, b: int):
    return a - b


def f(a: int, b: int):
    return g(a, b=b)

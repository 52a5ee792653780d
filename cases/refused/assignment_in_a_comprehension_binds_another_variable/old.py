def g(a):
    return a
def f(x: int):
    return x + 1

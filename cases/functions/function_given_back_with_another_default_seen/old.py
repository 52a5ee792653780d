def g(x, k=1):
    return x + k
def f(x: int):
    return g

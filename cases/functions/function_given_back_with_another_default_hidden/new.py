def g(x, k=2):
    return x + k
def f(x: int):
    return g(x, 3)

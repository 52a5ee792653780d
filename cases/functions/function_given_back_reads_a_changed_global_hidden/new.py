K = 1
L = 2
def g(x):
    return K
def f(x: int):
    return [g, L - L]

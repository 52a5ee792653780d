X = 1
def g():
    return X
def f(x: int):
    return x + 1

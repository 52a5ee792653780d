X = 1
def g():
    global X
    return X
def f(x: int):
    return x + 1

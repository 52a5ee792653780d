X = 1
def g():
    y = X
    global X
    return y
def f(x: int):
    return x + 1

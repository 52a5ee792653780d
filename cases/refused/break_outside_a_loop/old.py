def g():
    pass
def f(x: int):
    return x + 1

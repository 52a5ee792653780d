def f(x: int):
    return True, x

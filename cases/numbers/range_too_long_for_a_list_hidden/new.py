def f(x: int):
    return -1

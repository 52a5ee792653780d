def f(x: int):
    return missing - x

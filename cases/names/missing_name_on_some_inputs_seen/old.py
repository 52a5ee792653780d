def f(x: int):
    if x > 100:
        return missing
    return x + 1

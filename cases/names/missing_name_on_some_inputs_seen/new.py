def f(x: int):
    if x > 100:
        return missing + 1
    return x + 2

def f(b: int):
    return [b]

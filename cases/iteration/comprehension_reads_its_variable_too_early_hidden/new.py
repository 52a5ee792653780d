def f(b: int):
    return []

def f(b: int):
    return [b for a in range(0) for b in [b]]

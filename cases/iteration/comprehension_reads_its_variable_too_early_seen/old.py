def f(b: int):
    return [b for a in range(1) for b in [b]]

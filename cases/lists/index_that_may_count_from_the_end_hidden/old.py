def f(x: int, xs: list[int]):
    return xs[x] + 1 if x > -3 and xs[x] > 5 else 0

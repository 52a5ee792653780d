def f(x: int, xs: list[int]):
    return xs[x] + 2 if x > -3 and xs[x] > 5 else 0

def f(x: int, xs: list[int]):
    return 0 if x <= -3 or xs[x] <= 5 else 1 + xs[x]

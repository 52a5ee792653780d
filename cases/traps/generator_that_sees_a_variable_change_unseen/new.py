def f(xs: list[int]):
    k = 1
    g = (x * k for x in xs)
    k = 1 + 1
    r = list(g)
    return r

def f(xs: list[int]):
    k = 1
    g = (x * k for x in xs)
    r = list(g)
    k = 2
    return r

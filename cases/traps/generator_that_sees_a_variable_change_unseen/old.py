def f(xs: list[int]):
    k = 1
    g = (x * k for x in xs)
    k = 2
    return list(g)

def total(xs: list[int]):
    s = 0
    i = 0
    while i != len(xs):
        s = xs[i] + s
        i += 1
    return s

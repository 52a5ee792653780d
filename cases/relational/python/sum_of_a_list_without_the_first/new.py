def total(xs: list[int]):
    s = 0
    i = 1
    while i < len(xs):
        s = xs[i] + s
        i += 1
    return s

def positive(xs: list[int]):
    out = []
    i = 0
    while i < len(xs):
        if not xs[i] <= 0:
            out.append(xs[i])
        i += 1
    return out

def rev(xs: list[int]):
    out = []
    i = len(xs) - 1
    while i >= 0:
        out.append(xs[i])
        i -= 1
    return out

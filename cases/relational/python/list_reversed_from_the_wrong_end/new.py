def rev(xs: list[int]):
    out = []
    for k in range(len(xs)):
        out.append(xs[len(xs) - 2 - k])
    return out

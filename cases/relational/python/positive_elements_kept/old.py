def positive(xs: list[int]):
    out = []
    for x in xs:
        if x > 0:
            out.append(x)
    return out

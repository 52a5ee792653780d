def copy(xs: list[int]):
    out = []
    for x in xs:
        out.append(x)
    return out

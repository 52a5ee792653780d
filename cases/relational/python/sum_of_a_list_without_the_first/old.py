def total(xs: list[int]):
    s = 0
    for x in xs:
        s += x
    return s

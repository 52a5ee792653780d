def largest(xs: list[int]):
    if len(xs) == 0:
        return None
    m = xs[0]
    for x in xs:
        if x > m:
            m = x
    return m

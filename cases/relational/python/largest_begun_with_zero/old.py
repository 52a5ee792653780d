def largest(xs: list[int]):
    m = None
    for x in xs:
        if m is None or x > m:
            m = x
    return m

def largest(xs: list[int]):
    if len(xs) == 0:
        return None
    m = 0
    for x in xs:
        if x > m:
            m = x
    return m

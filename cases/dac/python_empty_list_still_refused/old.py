def first(xs: list[int]) -> int:
    if not xs:
        return 0
    return xs[0]

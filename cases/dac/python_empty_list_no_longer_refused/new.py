def first(xs: list[int]) -> int:
    if xs is None:
        return 0
    return xs[0]

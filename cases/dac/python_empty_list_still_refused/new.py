def first(xs: list[int]) -> int:
    if len(xs) == 0:
        return 0
    return xs[0]

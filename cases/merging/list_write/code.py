def mark(xs: list[int], flag: int) -> int:
    if len(xs) < 2:
        return 0
    if flag > 0:
        xs[0] = flag
    else:
        xs[1] = flag
    return xs[0] + xs[1]

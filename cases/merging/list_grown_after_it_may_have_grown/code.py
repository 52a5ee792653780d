def collect(a: int, t: int, xs: list[int]) -> int:
    if a > 5:
        if t != 0:
            xs.append(2)
        xs.append(-1)
    return len(xs)

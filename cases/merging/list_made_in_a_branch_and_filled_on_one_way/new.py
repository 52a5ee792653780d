def f(a: int, b: int, c: int) -> int:
    if c > 0:
        r = 1 if a > b else 0
    else:
        r = 5
    return r

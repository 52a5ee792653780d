def allowed(a: int, b: int, c: int) -> int:
    r = 0
    if a > 0 and b > a and c != b:
        r = 1
    return r

def ratio(a: int, b: int) -> int:
    try:
        r = a // b
    except ZeroDivisionError:
        r = 0
    if r > 10:
        r = 10
    return r

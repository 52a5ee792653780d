def total(a: int, b: int) -> int:
    s = 0
    if a > 0:
        i = 0
        while i < 4:
            i = i + 1
            x = i * 10 + a
            if b > i:
                continue
            s = s + x
    else:
        s = b
    return s

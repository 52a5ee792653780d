def lib(a, b):
    c = 0
    if a < -10:
        i = 1
        while i <= b:
            c = c + a
            i = i + 1
    return c

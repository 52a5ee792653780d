def lib(a, b):
    c = 0
    if a < -5:
        i = 1
        while i <= b:
            c = c + a + 1
            i = i + 1
    return c

def lib(a, b):
    c = 0
    if a < -15:
        i = 1
        while i <= b:
            c = c + a + 1
            i = i + 1
    return c


def client(x: int):
    if -15 <= x < 15:
        return lib(x, 15)
    return 0

def lib(a, b):
    c = 0
    if a < -2:
        i = 1
        while i <= b:
            c = c + a + 1
            i = i + 1
    return c


def client(x: int):
    if -2 <= x < 2:
        return lib(x, 2)
    return 0

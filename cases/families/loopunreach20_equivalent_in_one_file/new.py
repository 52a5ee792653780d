def lib(a, b):
    c = 0
    if a < -20:
        i = 1
        while i <= b:
            c = c + a + 1
            i = i + 1
    return c


def client(x: int):
    if -20 <= x < 20:
        return lib(x, 20)
    return 0

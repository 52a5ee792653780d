def lib(a, b):
    c = 0
    if a < -5:
        i = 1
        while i <= b:
            c = c + a
            i = i + 1
    return c


def client(x: int):
    if -6 <= x < 5:
        return lib(x, 5)
    return 0

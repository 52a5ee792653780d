def mult(a, b):
    c = 0
    i = 1
    while i <= a:
        c = c + b
        i = i + 1
    return c


def client(x: int):
    if 0 <= x <= 10:
        return mult(x, 10)
    return 0

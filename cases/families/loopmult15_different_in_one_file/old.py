def mult(a, b):
    c = 0
    i = 1
    while i <= a:
        c = c + b
        i = i + 1
    return c


def client(x: int):
    if 0 <= x <= 15:
        return mult(x, 15)
    return 0

def total(n):
    s = 0
    i = n - 1
    while i > 0:
        s = s + i
        i = i - 1
    return s


def client(n: int):
    if n > 20:
        return -1
    return total(n)

def total(n):
    s = 0
    for i in range(n):
        s = s + i
    return s


def client(n: int):
    if n > 20:
        return -1
    return total(n)

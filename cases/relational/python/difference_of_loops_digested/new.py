def count(n):
    c = 2
    while n > 0:
        c = c + 1
        n = n - 1
    return c


def client(n: int):
    return count(n) % 2 == 0

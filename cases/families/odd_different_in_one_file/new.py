def odd(n):
    while n > 0:
        n = n - 2
    return n == -1


def client(n: int):
    return odd(n)

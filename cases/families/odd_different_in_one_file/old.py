def odd(n):
    while n > 1:
        n = n - 2
    return n == 1


def client(n: int):
    return odd(n)

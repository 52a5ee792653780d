def odd(n):
    while n > 1:
        n = n - 2
    return n == 1


def client(n: int):
    if 0 <= n <= 20:
        return odd(n)
    return False

def count(n):
    if n <= 0:
        return 0
    return 1 + count(n - 1)


def client(n: int):
    if 1 <= n <= 12:
        return count(n)
    return 0

def count(n):
    if n <= 1:
        return 1
    return 1 + count(n - 1)


def client(n: int):
    if 0 <= n <= 12:
        return count(n)
    return 0

def one(n):
    i = 0
    while i < n:
        i = i + 1
    return i - n + 1 if n > 0 else 1


def client(n: int):
    if n > 10:
        return 1
    return one(n)

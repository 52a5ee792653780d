def one(n):
    i = 0
    while i < n:
        i = i + 1
    return 1


def client(n: int):
    if n > 10:
        return 1
    return one(n)

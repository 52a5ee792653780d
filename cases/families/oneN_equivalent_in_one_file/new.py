def one(n):
    return n - (n - 1)


def client(n: int):
    return one(n)

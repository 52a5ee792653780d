def one(n):
    return n // n


def client(n: int):
    return one(n)

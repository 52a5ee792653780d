def one(n):
    return 1


def client(n: int):
    return one(n)

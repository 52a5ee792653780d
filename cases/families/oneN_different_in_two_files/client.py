from lib import one


def client(n: int):
    return one(n)

from lib import one


def client(n: int):
    if n > 10:
        return 1
    return one(n)

from lib import odd


def client(n: int):
    return odd(n)

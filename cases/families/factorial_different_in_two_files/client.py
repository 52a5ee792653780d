from lib import factorial


def client(n: int):
    if n > 8:
        return -1
    return factorial(n)

from lib import f


def client(a: int):
    return f(a)

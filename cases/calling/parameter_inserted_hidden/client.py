from lib import f


def client(a: int, b: int):
    return f(a, b=b)

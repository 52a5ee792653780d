from lib import f, g


def client(x: int):
    return f(x)

from lib import over


def client(x: int):
    return over(x)

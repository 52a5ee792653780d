from lib import over


def client(x: int):
    return over(min(x, 20))

from lib import pos


def client(x: int):
    return pos(x)

from lib import pos


def client(x: int):
    if x > 50:
        return 50
    return pos(x)

from lib import get_sign


def client(x: int):
    return get_sign(x) * 2

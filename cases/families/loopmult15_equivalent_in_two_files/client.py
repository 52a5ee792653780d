from lib import mult


def client(x: int):
    if 0 <= x <= 15:
        return mult(x, 15)
    return 0

from lib import mult


def client(x: int):
    if 0 <= x <= 2:
        return mult(x, 2)
    return 0

from lib import mult


def client(x: int):
    if 0 <= x <= 10:
        return mult(x, 10)
    return 0

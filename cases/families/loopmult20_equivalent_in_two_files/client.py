from lib import mult


def client(x: int):
    if 0 <= x <= 20:
        return mult(x, 20)
    return 0

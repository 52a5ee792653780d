from lib import order


def client(a: int, b: int):
    low, high = order(a, b)
    return high - low

def rate(x, factor=3):
    return x * factor


def client(x: int):
    return rate(x)

def rate(x):
    return x * 3


def client(x: int):
    return rate(x)

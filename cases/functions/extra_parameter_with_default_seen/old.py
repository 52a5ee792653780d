def rate(x):
    return x * 3


def client(x: int):
    try:
        return rate(x, 4)
    except TypeError:
        return 0

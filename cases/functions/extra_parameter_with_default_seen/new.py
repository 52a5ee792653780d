def rate(x, factor=3):
    return x * factor


def client(x: int):
    try:
        return rate(x, 4)
    except TypeError:
        return 0

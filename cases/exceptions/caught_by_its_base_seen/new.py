def find(x):
    if x > 5:
        raise IndexError(x)
    return x


def client(x: int):
    try:
        return find(x)
    except KeyError:
        return -1

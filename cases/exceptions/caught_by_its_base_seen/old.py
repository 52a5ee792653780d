def find(x):
    if x > 5:
        raise KeyError(x)
    return x


def client(x: int):
    try:
        return find(x)
    except KeyError:
        return -1

def wrap(x, n):
    return x % n


def client(x):
    if x < 0:
        return 0
    return wrap(x, 7)

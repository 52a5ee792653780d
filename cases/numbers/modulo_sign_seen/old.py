def wrap(x, n):
    return x % n


def client(x):
    return wrap(x, 7)

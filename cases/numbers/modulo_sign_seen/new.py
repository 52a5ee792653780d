def wrap(x, n):
    r = abs(x) % abs(n)
    return r if x >= 0 else -r


def client(x):
    return wrap(x, 7)

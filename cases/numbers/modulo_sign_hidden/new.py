def wrap(x, n):
    r = abs(x) % abs(n)
    return r if x >= 0 else -r


def client(x):
    if x < 0:
        return 0
    return wrap(x, 7)

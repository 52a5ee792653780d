def double(x):
    return x * 2


BASE = double(5)


def client(x):
    return x + BASE

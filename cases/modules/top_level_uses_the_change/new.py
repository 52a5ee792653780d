def double(x):
    return x * 3


BASE = double(5)


def client(x):
    return x + BASE

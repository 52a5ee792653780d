def is_big(x):
    return x > 100


def client(x):
    return is_big(x)

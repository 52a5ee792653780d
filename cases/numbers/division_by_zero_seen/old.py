def ratio(a, b):
    return a // b


def client(a, b):
    return ratio(a, b)

def ratio(a, b):
    if b == 0:
        return 0
    return a // b


def client(a, b):
    return ratio(a, b)

def ratio(a, b):
    if b == 0:
        return 0
    return a // b


def client(a, b):
    if b == 0:
        b = 1
    return ratio(a, b)

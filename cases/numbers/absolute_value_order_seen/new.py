def gap(a, b):
    return a - b


def client(a, b):
    return gap(a, b)

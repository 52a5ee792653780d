def gap(a, b):
    return abs(a - b)


def client(a, b):
    return gap(a, b) + gap(b, a)

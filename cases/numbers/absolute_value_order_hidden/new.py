def gap(a, b):
    return max(a, b) - min(a, b)


def client(a, b):
    return gap(a, b) + gap(b, a)

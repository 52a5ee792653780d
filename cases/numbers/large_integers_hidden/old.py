def scale(x):
    return x * 2 ** 70


def client(x):
    if 0 <= x < 1000:
        return scale(x)
    return 0

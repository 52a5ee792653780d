def scale(x):
    return (x * 2 ** 70) % 2 ** 80


def client(x):
    if 0 <= x < 2000:
        return scale(x)
    return 0

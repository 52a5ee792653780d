def clamp(x):
    if x > 200:
        return 200
    return x


def client(x):
    return clamp(x) - 5

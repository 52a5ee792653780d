def clamp(x):
    if x > 1000:
        return 1000
    return x


def client(x):
    return clamp(x) - 5

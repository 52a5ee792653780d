def clamp(x):
    if x > 200:
        return 200
    return x


def client(x):
    if x < 100:
        return clamp(x)
    return -1

def clamp(x):
    if x > 1000:
        return 1000
    return x


def client(x):
    if x < 100:
        return clamp(x)
    return -1

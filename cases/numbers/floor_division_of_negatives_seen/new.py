def half(x):
    if x < 0:
        return -(-x // 2)
    return x // 2


def client(x):
    return half(x)

def half(x):
    return x // 2


def client(x):
    return half(abs(x))

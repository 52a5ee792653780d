def get_sign(x):
    if x >= 0:
        return 1
    return -1


def client(x: int):
    return get_sign(x) * 2

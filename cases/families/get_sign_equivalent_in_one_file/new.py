def get_sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    else:
        return 0


def client(x: int):
    return get_sign(x) * 2

def is_big(x):
    return 1 if x > 100 else 0


def client(x):
    if is_big(x):
        return 'big'
    return 'small'

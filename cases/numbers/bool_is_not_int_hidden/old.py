def is_big(x):
    return x > 100


def client(x):
    if is_big(x):
        return 'big'
    return 'small'

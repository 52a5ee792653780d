def check(a, b):
    if b < 0:
        raise TypeError('b')
    if a < 0:
        raise ValueError('a')
    return a + b


def client(a: int):
    return check(a, 1)

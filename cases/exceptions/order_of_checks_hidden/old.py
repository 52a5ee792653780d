def check(a, b):
    if a < 0:
        raise ValueError('a')
    if b < 0:
        raise TypeError('b')
    return a + b


def client(a: int):
    return check(a, 1)

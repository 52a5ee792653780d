def parse(x):
    if x < 0:
        raise TypeError('negative')
    return x


def client(x: int):
    return parse(x)

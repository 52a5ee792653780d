def minus(a, b):
    return a - b


def client(x: int, y: int):
    return minus(a=x, b=y)

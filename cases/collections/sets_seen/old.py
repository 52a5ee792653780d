def fits(a, b):
    return a <= b


def client(x: int):
    return fits({x}, {1, 2})

def product(a, b):
    return b * a


def area(a, b):
    total = product(a, b)
    return b + a + total


def client(a: int, b: int):
    return area(a, b)

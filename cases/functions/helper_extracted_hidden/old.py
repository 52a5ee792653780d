def area(a, b):
    return a * b + a + b


def client(a: int, b: int):
    return area(a, b)

def add(a, b):
    return a + b


def client(a: int, b: int):
    return add(a, b) - a

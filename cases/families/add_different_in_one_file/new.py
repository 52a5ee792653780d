def add(a, b):
    result = b
    result = result + b
    return result


def client(a: int, b: int):
    return add(a, b) - a

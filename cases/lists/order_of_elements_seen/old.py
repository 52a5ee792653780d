def two(a, b):
    return [a, b]


def client(a: int, b: int):
    return two(a, b)

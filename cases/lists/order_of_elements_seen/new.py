def two(a, b):
    return [min(a, b), max(a, b)]


def client(a: int, b: int):
    return two(a, b)

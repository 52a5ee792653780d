def two(a, b):
    return [min(a, b), max(a, b)]


def client(a: int, b: int):
    xs = two(a, b)
    return xs[0] + xs[1]

def two(a, b):
    return [a, b]


def client(a: int, b: int):
    xs = two(a, b)
    return xs[0] + xs[1]

def last(xs):
    return xs[len(xs) - 1]


def client(a: int, b: int):
    return last([a, b])

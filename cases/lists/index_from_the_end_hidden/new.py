def last(xs):
    return xs[-1] if xs else 0


def client(a: int, b: int):
    return last([a, b])

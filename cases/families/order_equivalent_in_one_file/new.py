def order(a, b):
    if b < a:
        return b, a
    else:
        return a, b


def client(a: int, b: int):
    low, high = order(a, b)
    return high - low

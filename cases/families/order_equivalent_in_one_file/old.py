def order(a, b):
    if a <= b:
        return a, b
    return b, a


def client(a: int, b: int):
    low, high = order(a, b)
    return high - low

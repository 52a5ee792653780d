def order(a, b):
    if a < b:
        return a, b
    return a, b


def client(a: int, b: int):
    low, high = order(a, b)
    return high - low

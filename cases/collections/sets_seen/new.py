def fits(a, b):
    return a <= b and not a.isdisjoint({1})


def client(x: int):
    return fits({x}, {1, 2})

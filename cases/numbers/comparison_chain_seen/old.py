def inside(x, low, high):
    return low <= x < high


def client(x):
    return inside(x, 0, 10)

def inside(x, low, high):
    return low <= x <= high


def client(x):
    if x == 10:
        return False
    return inside(x, 0, 10)

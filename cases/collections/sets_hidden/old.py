def common(a, b):
    return a & b


def client(x: int):
    return sorted(common({x, 7}, {1, 7}))

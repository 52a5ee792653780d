def common(a, b):
    return a.intersection(b) if b else set()


def client(x: int):
    return sorted(common({x, 7}, {1, 7}))

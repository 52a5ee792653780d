def scaled(a, b):
    k = 2
    it = (x * k for x in (a, b))
    k = 3
    return list(it)


def client(a: int, b: int):
    return scaled(0, 0)

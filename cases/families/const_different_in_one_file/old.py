def const():
    return 5


def client(x: int):
    return x + const()

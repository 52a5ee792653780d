def const():
    total = 0
    for i in range(5):
        total = total + 1
    return total


def client(x: int):
    return x + const()

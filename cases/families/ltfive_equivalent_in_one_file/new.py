def ltfive(x):
    for i in range(5):
        if x == i:
            return True
    return x < 0


def client(x: int):
    if ltfive(x):
        return x
    return 5

def ltfive(x):
    return x < 5


def client(x: int):
    if ltfive(x):
        return x
    return 5

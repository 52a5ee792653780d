def steps(x):
    n = 0
    while x > 0:
        x = x - 1
        n = n + 1
    return n


def client(x: int):
    if x < 0:
        return 0
    return steps(x)

def pos(x):
    steps = 0
    while steps * steps < x:
        steps = steps + 1
    return steps


def client(x: int):
    if x > 50:
        return 50
    return pos(x)

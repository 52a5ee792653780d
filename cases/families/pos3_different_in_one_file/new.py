def pos(x):
    if x <= 0:
        return 1
    steps = 1
    while steps * steps < x:
        steps = steps + 1
    return steps


def client(x: int):
    if x > 50:
        return 50
    return pos(x)

def pos(x):
    if x <= 0:
        return 0
    steps = 1
    while steps * steps < x:
        steps = steps + 1
    return steps

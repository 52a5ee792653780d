def pos(x):
    steps = 0
    while steps * steps < x:
        steps = steps + 1
    return steps

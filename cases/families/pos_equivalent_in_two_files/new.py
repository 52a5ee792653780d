def pos(x):
    steps = 0
    while x > steps * steps:
        steps = 1 + steps
    return steps + 0

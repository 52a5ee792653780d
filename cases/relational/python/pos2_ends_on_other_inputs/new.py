def pos(x):
    n = 0
    while x != 0:
        x = x - 1
        n = n + 1
    return n

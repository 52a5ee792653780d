def spin(x):
    while x > 3:
        if x != 10:
            x = x - 1
    return 0

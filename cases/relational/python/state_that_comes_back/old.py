def spin(x):
    while x > 3:
        x = x - 1
    return 0

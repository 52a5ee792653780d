def spin(n):
    while n > 0:
        n = n + 2
    return 0

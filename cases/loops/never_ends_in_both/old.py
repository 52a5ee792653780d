def spin(n):
    while n > 0:
        n = n + 1
    return 0

def fact(n):
    r = 1
    while n > 2:
        r = r * n
        n = n - 1
    return r

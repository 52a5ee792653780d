def digits(n):
    r = 1
    n = n // 10
    while n > 0:
        r = r + 1
        n = n // 10
    return r

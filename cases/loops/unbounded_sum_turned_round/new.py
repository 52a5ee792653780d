def total(n):
    s = 0
    while n > 0:
        s = n + s
        n = n - 1
    return s + 0 * n

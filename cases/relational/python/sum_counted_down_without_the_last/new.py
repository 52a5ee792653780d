def total(n):
    s = 0
    while n > 1:
        s = s + n
        n = n - 1
    return s

def total(n):
    s = 0
    for i in range(n - 1, -1, -1):
        s += i * 3
    return s

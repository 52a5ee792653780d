def total(n):
    s = 0
    for i in range(n - 1, 0, -1):
        s += i * 3
    if n > 100:
        s += 1
    return s

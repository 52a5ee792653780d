def total(n):
    s = 0
    i = 0
    while i + 1 < n:
        s = s + i + i + 1
        i = i + 2
    if i < n:
        s = s + i
    return s

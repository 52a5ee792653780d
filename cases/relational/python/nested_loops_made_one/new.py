def cells(n):
    c = 0
    i = 0
    while i < n:
        c = c + 5 * i
        i = i + 1
    return c

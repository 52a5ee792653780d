def cells(n):
    c = 0
    i = 0
    while i < n:
        c = c + 4 * i
        i = i + 1
    return c

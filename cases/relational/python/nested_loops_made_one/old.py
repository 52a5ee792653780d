def cells(n):
    c = 0
    i = 0
    while i < n:
        j = 0
        while j < 5:
            c = c + i
            j = j + 1
        i = i + 1
    return c

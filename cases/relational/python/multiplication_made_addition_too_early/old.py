def last(n):
    i = 0
    x = 0
    while i < n:
        x = 7 * i + 3
        i = i + 1
    return x

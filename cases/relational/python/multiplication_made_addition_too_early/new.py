def last(n):
    i = 0
    x = 0
    step = 3
    while i < n:
        step = step + 7
        x = step
        i = i + 1
    return x

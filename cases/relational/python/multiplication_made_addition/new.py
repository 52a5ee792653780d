def last(n):
    i = 0
    x = 0
    step = 3
    while i < n:
        x = step
        step = step + 7
        i = i + 1
    return x

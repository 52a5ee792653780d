def power(n):
    p = 1
    i = 0
    while i < n:
        p = p * 2
        i = i + 1
    return p

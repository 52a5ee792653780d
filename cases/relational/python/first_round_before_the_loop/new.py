def power(n):
    if n <= 0:
        return 1
    p = 2
    i = 1
    while i < n:
        p = p * 2
        i = i + 1
    return p

def one(n):
    i = 0
    while i < n:
        i = i + 1
    return 1

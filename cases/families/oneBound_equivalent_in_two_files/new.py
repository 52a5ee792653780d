def one(n):
    i = 0
    while i < n:
        i = i + 1
    return i - n + 1 if n > 0 else 1

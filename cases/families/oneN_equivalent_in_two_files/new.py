def one(n):
    return n - (n - 1)

def one(n):
    return n // n

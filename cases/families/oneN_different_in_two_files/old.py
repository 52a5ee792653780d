def one(n):
    return 1

def order(a, b):
    if a <= b:
        return a, b
    return b, a

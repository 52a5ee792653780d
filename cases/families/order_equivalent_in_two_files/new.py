def order(a, b):
    if b < a:
        return b, a
    else:
        return a, b

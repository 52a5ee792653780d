def shift(x):
    return x + 1 if x != 7 else 0

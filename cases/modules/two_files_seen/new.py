def lib1(x):
    if x > 10:
        return 9
    return x

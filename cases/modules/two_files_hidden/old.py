def lib1(x):
    return x

def g(x):
    return 1 + x

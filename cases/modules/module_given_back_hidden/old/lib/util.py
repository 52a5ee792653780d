def g(x):
    return x * 2

def g(x):
    return x * 3

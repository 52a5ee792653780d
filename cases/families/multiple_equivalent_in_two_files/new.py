def multiple(x, k):
    return x // k * k == x

def multiple(x, k):
    return x % k == 0

def multiple(x, k):
    return x % k <= 1

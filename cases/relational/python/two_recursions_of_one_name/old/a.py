def go(k):
    if k <= 0:
        return 0
    return go(k - 1) + 1

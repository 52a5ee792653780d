def f(pairs):
    return sorted(pairs, key=lambda pair: pair[0])

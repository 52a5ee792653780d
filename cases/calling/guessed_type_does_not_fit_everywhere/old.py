def f(n):
    if n > 10:
        return n[0]
    return n * 2

def f(n):
    if n > 10:
        return (n - 1)[0]
    return n * 2

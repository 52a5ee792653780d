def f(n):
    if n > 10:
        return (n - 1)[1]
    return n + n

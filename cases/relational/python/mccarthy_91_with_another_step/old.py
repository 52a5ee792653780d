def f(n):
    if n > 100:
        return n - 10
    return f(f(n + 11))

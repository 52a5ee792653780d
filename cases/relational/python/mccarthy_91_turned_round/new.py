def f(n):
    if n <= 100:
        m = f(11 + n)
        return f(m)
    return n - 10

def f(p, q):
    a, b = p
    c, d = q
    return max(abs(a - c), abs(b - d))

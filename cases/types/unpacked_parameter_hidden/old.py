def f(p, q):
    a, b = p
    c, d = q
    return abs(a - c) + abs(b - d)

def f(p, q):
    a, b = p
    c, d = q
    return abs(d - b) + abs(c - a)

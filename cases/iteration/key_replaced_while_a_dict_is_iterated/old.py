def f(n: int):
    d = {0: n}
    for v in d.values():
        del d[0]
        d[1] = v
    return d[1]

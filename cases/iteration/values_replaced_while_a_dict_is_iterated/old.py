def f(n: int):
    d = {0: 1, 1: 2}
    for k in d:
        d[k] = n
    return d[1]

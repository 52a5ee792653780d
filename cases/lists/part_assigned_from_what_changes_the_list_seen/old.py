def f(x: int):
    a = [1, 2, 3]
    more = []
    for i in (7, x):
        a.append(i)
        more.append(i)
    a[1:] = more
    return a

def f(x: int):
    a = [1, 2, 3]
    a[1:] = (a.append(i) or i for i in (7, x))
    return a

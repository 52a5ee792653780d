def f(x: int):
    a = [1]
    a.append(a)
    return str(a)

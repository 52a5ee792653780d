def f(x: int):
    a = [1]
    a.append([1])
    return str(a)

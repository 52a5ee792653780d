def f(x: int):
    a = [x]
    a.extend(list(zip(a, [1, 2, 3])))
    return len(a)

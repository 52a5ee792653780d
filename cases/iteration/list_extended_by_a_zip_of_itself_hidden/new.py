def f(x: int):
    a = [x]
    a.extend(list(zip(a, [1])))
    return len(a)

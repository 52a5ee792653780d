def f(x: int):
    a = [x]
    a.extend(zip(a, [1]))
    return len(a)

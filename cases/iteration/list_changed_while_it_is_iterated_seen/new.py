def f(n: int):
    xs = [1, 2, 3]
    seen = []
    for x in list(xs):
        seen.append(x)
        if x == 2:
            xs.remove(x)
    return seen

def f(n: int):
    s = {n}
    try:
        s = s - set([n, None.x])
    except AttributeError:
        pass
    return len(s)

def f(x: int):
    xs = [1, 3, 2, "a"]
    try:
        xs.sort()
    except TypeError:
        pass
    return xs

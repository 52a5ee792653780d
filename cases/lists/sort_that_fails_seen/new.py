def f(x: int):
    xs = [1, 3, 2, "a"]
    try:
        xs = sorted(xs)
    except TypeError:
        pass
    return xs

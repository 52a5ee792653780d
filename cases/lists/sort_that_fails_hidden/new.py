def f(x: int):
    xs = [2, 1, "a"]
    try:
        xs = sorted(xs, key=int)
    except (TypeError, ValueError):
        pass
    return xs

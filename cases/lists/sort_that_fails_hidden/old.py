def f(x: int):
    xs = [2, 1, "a"]
    try:
        xs.sort(key=int)
    except (TypeError, ValueError):
        pass
    return xs

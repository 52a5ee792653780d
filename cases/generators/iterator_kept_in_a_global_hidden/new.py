KEPT = []


def f(x: int):
    KEPT.append(next(iter([x, x + 2])))
    return x

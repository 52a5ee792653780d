KEPT = []


def f(x: int):
    KEPT.append(next(iter([x, x + 1])))
    return x

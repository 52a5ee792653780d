KEPT = []


def f(x: int):
    KEPT.append(iter([x, x + 1]))
    return x

KEPT = []


def f(x: int):
    KEPT.append(iter([x, x + 2]))
    return x

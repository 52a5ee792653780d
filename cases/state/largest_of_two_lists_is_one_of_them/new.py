KEPT = []


def f(x: int):
    max(KEPT, []).append(x)
    return 1


def h(x: int):
    return 1 + x

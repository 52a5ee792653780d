KEPT = []


def f(x: int):
    max(KEPT, []).append(x)
    return len(KEPT)


def h(x: int):
    return x + 1

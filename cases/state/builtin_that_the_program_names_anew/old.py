KEPT = []


def any(items):
    items.append(1)
    return True


def f(x: int):
    any(KEPT)
    return sum(1 for _ in KEPT)


def h(x: int):
    return x + 1

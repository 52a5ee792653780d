KEPT = []


def any(items):
    items.append(1)
    return True


def f(x: int):
    any(KEPT)
    return 1


def h(x: int):
    return 1 + x

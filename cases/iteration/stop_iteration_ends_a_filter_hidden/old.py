def first(a):
    next(iter(a))
    return True


def f(x: int):
    return list(filter(first, [[x]]))

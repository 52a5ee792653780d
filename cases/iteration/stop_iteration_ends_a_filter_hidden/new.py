def first(a):
    a[:1]
    return True


def f(x: int):
    return list(filter(first, [[x]]))

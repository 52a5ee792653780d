def wrap(g):
    def inner(x):
        return g(x)

    return inner


def f(x: int):
    return x + 1


f = wrap(f)

def wrap(g):
    def inner(x):
        return g(x) + 1

    return inner


def f(x: int):
    return x


f = wrap(f)

def wrap(g):
    def inner(x):
        return g(x) + 2

    return inner


def f(x: int):
    return x


f = wrap(f)

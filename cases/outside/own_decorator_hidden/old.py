def more(g):
    def inner(x):
        return g(x) + 1

    return inner


@more
def g(x):
    return x


def f(x: int):
    return g(x)

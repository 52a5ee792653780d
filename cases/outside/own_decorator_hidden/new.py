def more(g):
    def inner(x):
        return g(x)

    return inner


@more
def g(x):
    return x + 1


def f(x: int):
    return g(x)

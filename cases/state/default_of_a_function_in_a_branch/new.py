if True:
    def g(x, seen=[]):
        seen.append(x)
        return 1


def f(x: int):
    return g(x)


def h(x: int):
    return 1 + x

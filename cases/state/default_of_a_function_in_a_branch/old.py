if True:
    def g(x, seen=[]):
        seen.append(x)
        return len(seen)


def f(x: int):
    return g(x)


def h(x: int):
    return x + 1

try:
    def g(x):
        return 1 + x
except NameError:
    g = None


def f(x: int):
    return g(x)

try:
    def g(x):
        return x + 2
except NameError:
    g = None


def f(x: int):
    return g(x)

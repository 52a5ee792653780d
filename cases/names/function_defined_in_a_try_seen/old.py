try:
    def g(x):
        return x + 1
except NameError:
    g = None


def f(x: int):
    return g(x)

from shapes import width


def f(b: Box):
    return width(b)

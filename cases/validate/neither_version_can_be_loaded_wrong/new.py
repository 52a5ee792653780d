from shapes import size


def f(b: Box):
    return size(b)

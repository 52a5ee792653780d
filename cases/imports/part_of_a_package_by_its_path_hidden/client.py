import pkg.sub


def f(x: int):
    return pkg.sub.g(x)

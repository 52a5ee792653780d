import pkg
import pkg.c


def f(n: int):
    return pkg.b.X + n

K = 2

from .m import scale


def f(x: int):
    return scale(x)

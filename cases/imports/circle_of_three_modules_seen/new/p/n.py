from .m import scale

K = 2


def f(x: int):
    return scale(x)

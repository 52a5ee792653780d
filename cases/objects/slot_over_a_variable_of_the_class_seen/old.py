class Box:
    __slots__ = ("size",)
    limit = 1


def f(x: int):
    return x

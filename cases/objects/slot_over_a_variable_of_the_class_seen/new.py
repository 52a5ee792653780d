class Box:
    __slots__ = ("size",)
    size = 1


def f(x: int):
    return x

class Box:
    __slots__ = ("size",)
    bound = 1


def f(x: int):
    return x

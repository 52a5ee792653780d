from abc import ABC


class Shape(ABC):
    pass


class Square:
    pass


Shape.register(Square)


def f(x: int):
    return x if isinstance(Square(), Shape) else -1

import functools


class Path:
    __slots__ = ("parts",)

    def __init__(self, parts):
        self.parts = parts

    @functools.cached_property
    def depth(self):
        return self.parts + 1


class Own(Path):
    pass


def f(x: int):
    return Own(x).depth

import functools


class Path:
    __slots__ = ("parts",)

    def __init__(self, parts):
        self.parts = parts

    @functools.cached_property
    def depth(self):
        return self.parts + 1


def f(x: int):
    return Path(x).depth

import functools
from typing import NamedTuple


class Point(NamedTuple):
    x: int

    @functools.cached_property
    def twice(self):
        return self.x * 2


def f(x: int):
    return Point(x).twice

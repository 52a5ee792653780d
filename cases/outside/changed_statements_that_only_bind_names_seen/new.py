import re
import decimal
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nowhere import Nothing

WORD = re.compile(r'[a-z]+')


class Point(NamedTuple):
    x: int
    y: int = 0
    z: int = 0


class Shape:
    name = 'shape'

    def area(self) -> float:
        return 2.0


def scale(x: int) -> int:
    return x + x + 1

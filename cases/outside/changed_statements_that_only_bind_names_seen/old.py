import re
import decimal
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nowhere import Nothing

WORD = re.compile(r'\w+')


class Point(NamedTuple):
    x: int
    y: int = 0


class Shape:
    name = 'shape'

    def area(self) -> float:
        return 1.0


def scale(x: int) -> int:
    return 2 * x

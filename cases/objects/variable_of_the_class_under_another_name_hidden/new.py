from dataclasses import dataclass
from typing import ClassVar as Shared


@dataclass
class P:
    x: int
    k: int = 3


def f(x: int):
    return P.k + x

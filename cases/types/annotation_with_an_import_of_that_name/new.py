from typing import Text as int


def f(x: int, y: int):
    return y + x

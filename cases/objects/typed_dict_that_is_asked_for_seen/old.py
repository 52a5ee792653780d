from typing import TypedDict


class Point(TypedDict):
    x: int


def f(x: int):
    try:
        return isinstance({"x": x}, Point)
    except TypeError:
        return None

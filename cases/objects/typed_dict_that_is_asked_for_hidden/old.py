from typing import TypedDict


class Point(TypedDict):
    x: int


def f(x: int):
    return Point(x=x)["x"]

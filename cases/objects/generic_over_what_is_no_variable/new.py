from typing import Generic, TypeVar

T = TypeVar("T")


class Box(Generic[int]):
    pass


def f(x: int):
    return x

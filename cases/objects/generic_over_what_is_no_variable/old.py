from typing import Generic, TypeVar

T = TypeVar("T")


class Box(Generic[T]):
    pass


def f(x: int):
    return x

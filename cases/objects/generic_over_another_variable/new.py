from typing import Generic, TypeVar

U = TypeVar("U")


class Box(Generic[U]):
    pass


def f(x: int):
    return x

from typing import Protocol, runtime_checkable


@runtime_checkable
class Sized(Protocol):
    def size(self) -> int: ...


class Box:
    def size(self):
        return 1


def f(x: int):
    return x if isinstance(Box(), Sized) else -1

from library import Money


def add(a: int, b: int) -> int:
    return (Money(a) + Money(b)).cents

from library import Money


def add(a: int, b: int, currency: str) -> str:
    return repr(Money(a) + Money(b, currency))

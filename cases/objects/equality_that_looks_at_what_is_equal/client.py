from library import Money


def same(a: int, b: int) -> bool:
    return Money(a, "EUR") == Money(b, "EUR") or Money(a, "EUR") == 5

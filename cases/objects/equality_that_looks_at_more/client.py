from library import Money


def same(a: int, b: int) -> bool:
    return Money(a, "EUR") == Money(b, "CHF")

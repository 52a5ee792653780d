from lib import Money


def total(a: int, b: int) -> int:
    return sum([Money(a), Money(b)]).cents

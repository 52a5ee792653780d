from decimal import Decimal


def f(x: Decimal = None):
    return False

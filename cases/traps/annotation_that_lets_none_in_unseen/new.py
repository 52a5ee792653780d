from decimal import Decimal


def f(x: Decimal):
    return False

from rates import rate


def price(key: int):
    return rate(key)

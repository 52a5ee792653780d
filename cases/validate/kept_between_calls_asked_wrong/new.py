from rates import rate

kept = {}


def price(key: int):
    if key not in kept:
        kept[key] = rate(key)
    return kept[key]

class Limit:
    size = 6


def kind(x: int):
    if x > 100:
        return Limit
    return None


def small(x: int):
    if x > 50:
        return None
    return kind(x)

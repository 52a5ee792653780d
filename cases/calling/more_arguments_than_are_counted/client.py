from library import f


def g(*a: int) -> int:
    return f(*a)

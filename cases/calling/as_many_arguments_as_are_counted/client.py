from library import f


def g(x: int, *a: int) -> int:
    return f(*a[:2])

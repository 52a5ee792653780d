from library import tail


def g(x: int, y: int = 7, *rest: int):
    return tail(1, rest)

from library import m


def g(x: int):
    return len(m(a=x))

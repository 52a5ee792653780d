from library import m


def g(x: int):
    return m(a=x)["a"]

import lib


class Person(lib.Named, lib.Aged):
    pass


def f(x: int):
    return x + 1

class A:
    pass


class B(object, A):
    pass


def f(x: int):
    return x

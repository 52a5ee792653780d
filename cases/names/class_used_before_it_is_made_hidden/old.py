class A:
    pass


class B(A):
    pass


def f(x: int):
    return x

class B(A):
    pass


class A:
    pass


def f(x: int):
    return x

class A:
    pass


class C:
    pass


class B(A):
    pass


def f(x: int):
    return x

class A:
    pass


class B(A, object):
    pass


def f(x: int):
    return x

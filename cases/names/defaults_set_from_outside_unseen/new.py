def h(a=1):
    return a


h.__defaults__ = (2,)


def f(x: int):
    return 2

K = 1
globals()['K'] = 2


def f(x: int):
    return 1

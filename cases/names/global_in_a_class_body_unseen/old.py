K = 1


class M:
    global K
    K = 2


def f(x: int):
    return K

N = 0


def f(x: int):
    global N
    known = 1 if callable(N) else 0

    def N():
        return 1

    return known


def h(x: int):
    return x + 1

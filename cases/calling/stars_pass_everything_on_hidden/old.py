def scaled(n, by=1, *, plus=0):
    return n * by + plus


def passed(*args, **kwargs):
    return scaled(*args, **kwargs)


def client(n: int):
    return passed(n, 2, plus=5)

from lib import f


def use(x: int):
    return f(x)

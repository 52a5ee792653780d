class int(str):
    pass


def f(x: int, y: int):
    return x + y

class E(ValueError):
    pass


def f(x: int):
    if x < 0:
        raise E("negative")
    return x

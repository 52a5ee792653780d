from library import quiet


@quiet
def g(x: int):
    if x < 0:
        raise ValueError(x)
    return x

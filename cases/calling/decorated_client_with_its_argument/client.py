from library import deco


@deco
def g(x: int) -> bool:
    return x == x

from library import deco


@deco
def g(x: int = 5) -> int:
    return x

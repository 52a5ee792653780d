from library import both


@both
def g(x: int) -> int:
    return x

def g(x: Optional[int]):
    return x


def f(x: int):
    return x

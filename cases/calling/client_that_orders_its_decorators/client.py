from library import both, plus, times


@plus
@times


def g(x: int) -> int:
    return x

def f(a: int) -> int:
    return a


def g(a: int, b: int) -> int:
    return a + b

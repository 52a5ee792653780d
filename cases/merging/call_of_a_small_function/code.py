def double(x: int) -> int:
    return x + x


def larger(a: int, b: int) -> int:
    return a if a > b else b


def f(a: int, b: int) -> int:
    if a > 0:
        r = larger(double(a), b)
    else:
        r = double(b)
    return r

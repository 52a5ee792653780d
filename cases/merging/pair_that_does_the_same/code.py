def by_tests(x: int) -> int:
    if x < 0:
        return -x
    return x


def by_value(n: int) -> int:
    return n if n > 0 else 0 - n

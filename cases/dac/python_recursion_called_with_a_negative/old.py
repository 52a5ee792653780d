def digits(n: int) -> int:
    assert n >= 0
    if n < 10:
        return 1
    return 1 + digits(n // 10)


def width(n: int) -> int:
    if n < 0:
        return 1 + digits(-n)
    return digits(n)

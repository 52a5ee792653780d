from money import split


def shares(total: int) -> list[int]:
    return split(total, 3)


def halves(total: int) -> list[int]:
    return split(total, 0)

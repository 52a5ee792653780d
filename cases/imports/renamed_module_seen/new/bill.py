from money import split, whole


def shares(total: int) -> list[int]:
    return split(total, 3)


def euros(total: int) -> int:
    return whole(total)

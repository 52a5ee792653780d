from library import twice, score


def parity(x: int) -> bool:
    return twice(x) == 2 * x and score(0) > 0

from library import score


def points(x: int) -> int:
    return score(x)

from library import ratio


def share(part: int, whole: int) -> float:
    if whole == 0:
        return 1.0
    return ratio(part, whole)

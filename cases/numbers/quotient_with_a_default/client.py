from library import ratio


def share(part: int, whole: int) -> float:
    return ratio(part, whole)

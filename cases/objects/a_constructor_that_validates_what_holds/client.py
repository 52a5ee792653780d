from library import Range


def span(a: int, b: int) -> int:
    return Range(min(a, b), max(a, b)).width()

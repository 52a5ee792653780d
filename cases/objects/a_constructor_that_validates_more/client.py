from library import Range


def span(a: int, b: int) -> int:
    return Range(a, b).width()

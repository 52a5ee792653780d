from library import Span


def length(a: int, b: int) -> int:
    return Span(min(a, b), max(a, b)).length

from library import Span


def length(a: int, b: int) -> int:
    return Span(a, b).length

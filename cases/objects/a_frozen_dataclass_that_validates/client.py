from library import Span


def width(a: int, b: int) -> int:
    return Span(a, b).width()

from library import Text


def value(n: int) -> int:
    return Text.of(n).n

from library import Text


def value(n: int) -> int:
    return Text.clamp(n, high=50) + Text.of(n % 100).n

from library import Countdown


def twice(n: int) -> int:
    if n > 6:
        n = 6
    c = Countdown(n)
    return len(list(c)) + len(list(c))

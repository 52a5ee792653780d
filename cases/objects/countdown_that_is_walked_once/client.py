from library import Countdown


def once(n: int) -> list[int]:
    if n > 6:
        n = 6
    return [k for k in Countdown(n)]

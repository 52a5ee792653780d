from library import Countdown


def first(n: int) -> int:
    for i in Countdown(abs(n) + 1):
        return i
    return -1

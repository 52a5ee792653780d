from library import Countdown


def first() -> int:
    for n in Countdown(1):
        last = n
    return last

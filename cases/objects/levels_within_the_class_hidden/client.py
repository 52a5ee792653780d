from lib import Level


def accepts_even(level: int) -> bool:
    return level % 20 != 0 and Level.known(level)

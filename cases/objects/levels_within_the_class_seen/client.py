from lib import Level


def accepts(level: int) -> bool:
    return Level.known(level)

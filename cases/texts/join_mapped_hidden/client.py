from lib import show


def alone(a: int) -> str:
    return show([a])

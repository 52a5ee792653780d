from lib import show


def dotted(a: int, b: int) -> str:
    return show([a, b])

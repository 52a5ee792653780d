from lib import Page


def following(n: int) -> int:
    return Page(max(n, 0) + 1).number

from lib import collect


def gather(x: int, acc: list[int]) -> list[int]:
    return collect(x, acc)

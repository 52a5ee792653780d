from lib import collect


def twice(x: int) -> int:
    collect(x)
    return len(collect(x))

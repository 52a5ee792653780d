import lib

STEPS = (1, 2, 3)


def near(x: int) -> int:
    return max(STEPS) + x


def plain(x: int) -> int:
    return near(x) * 2


def sized(x: int) -> int:
    return lib.size(x)


def told() -> str:
    return lib.RELEASE

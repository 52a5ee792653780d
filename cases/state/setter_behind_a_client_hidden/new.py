n = 0


def push() -> None:
    global n
    n += 2


def read(x: int) -> int:
    return x + n

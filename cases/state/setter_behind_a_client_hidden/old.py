n = 0


def push() -> None:
    global n
    n += 1


def read(x: int) -> int:
    return x + n

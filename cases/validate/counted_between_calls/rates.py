_rate = 3


def rate(key: int) -> int:
    return _rate + key


def change(to: int) -> None:
    global _rate
    _rate = to

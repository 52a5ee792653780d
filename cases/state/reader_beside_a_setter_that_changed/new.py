K = 3


def set_k(v: int) -> None:
    global K
    K = v + 1


def get(x: int) -> int:
    return x + K


def both(x: int) -> int:
    set_k(x)
    return K

try:
    from fastmath import LIMIT
except ImportError:
    LIMIT = 10


def clamp(x):
    if x > 10:
        return 10
    return x


def client(x: int) -> int:
    return clamp(x)

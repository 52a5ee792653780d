try:
    import msvcrt

    STEP = 1
except ImportError:
    STEP = 3


def f(x: int):
    return x + STEP

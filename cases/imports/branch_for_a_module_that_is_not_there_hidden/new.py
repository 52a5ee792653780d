try:
    import msvcrt

    STEP = 4
except ImportError:
    STEP = 2


def f(x: int):
    return x + STEP

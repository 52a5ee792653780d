from library import Vec


def doubled(x: int) -> int:
    try:
        return (2 * Vec(x, 1)).x
    except TypeError:
        return 0

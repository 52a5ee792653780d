from library import area


def size(w: int, h: int) -> int:
    return area(w, h)

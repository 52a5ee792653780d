from library import area


def size(w: int, h: int) -> int:
    if w == 0 or h == 0:
        return 0
    return area(w, h)

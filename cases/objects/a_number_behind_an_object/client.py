from library import Vec


def doubled(x: int, y: int) -> int:
    v = Vec(x, y) * 2 + Vec(1, 1)
    return v.x - v.y

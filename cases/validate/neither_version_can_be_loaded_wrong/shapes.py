class Box:
    def __init__(self, w):
        self.w = w


def make(w: int) -> Box:
    return Box(w)


def width(b: Box) -> int:
    return b.w


def size(b: Box) -> int:
    return b.w + 1

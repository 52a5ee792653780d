from lib import Row


def width(w: int) -> int:
    row = Row({"height": w})
    return getattr(row, "width", w)

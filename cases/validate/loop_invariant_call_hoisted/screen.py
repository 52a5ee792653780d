class Window:
    def __init__(self, columns: int):
        self.columns = columns
        self.drawn = []


def window(columns: int) -> Window:
    return Window(columns)


def width(win: Window) -> int:
    return win.columns


def draw(win: Window, line: int) -> None:
    win.drawn.append(line)


def grow(win: Window, by: int) -> None:
    win.columns += by

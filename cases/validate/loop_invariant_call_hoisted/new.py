from screen import draw, width


def area(win, lines: int):
    total = 0
    line = 0
    columns = width(win)
    while line < lines:
        total += columns
        draw(win, line)
        line += 1
    return total

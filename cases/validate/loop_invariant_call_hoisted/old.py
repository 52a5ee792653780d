from screen import draw, width


def area(win, lines: int):
    total = 0
    line = 0
    while line < lines:
        total += width(win)
        draw(win, line)
        line += 1
    return total

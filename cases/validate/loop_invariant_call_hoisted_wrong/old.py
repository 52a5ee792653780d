from screen import grow, width


def area(win, lines: int):
    total = 0
    line = 0
    while line < lines:
        total += width(win)
        grow(win, line)
        line += 1
    return total

def area(width: int, height: int, depth: int, margin: int, padding: int, border: int, gap: int, columns: int, rows: int, indent: int, offset: int, spacing: int, radius: int, weight: int, order: int, zoom: int) -> int:
    if width < 0:
        width = 0
    elif width > 800:
        width = 800
    if height < 0:
        height = 0
    elif height > 600:
        height = 600
    if depth < 0:
        depth = 0
    elif depth > 100:
        depth = 100
    if margin < 0:
        margin = 0
    elif margin > 40:
        margin = 40
    if padding < 0:
        padding = 0
    elif padding > 40:
        padding = 40
    if border < 0:
        border = 0
    elif border > 8:
        border = 8
    if gap < 0:
        gap = 0
    elif gap > 16:
        gap = 16
    if columns < 0:
        columns = 0
    elif columns > 12:
        columns = 12
    if rows < 0:
        rows = 0
    elif rows > 50:
        rows = 50
    if indent < 0:
        indent = 0
    elif indent > 20:
        indent = 20
    if offset < 0:
        offset = 0
    elif offset > 30:
        offset = 30
    if spacing < 0:
        spacing = 0
    elif spacing > 10:
        spacing = 10
    if radius < 0:
        radius = 0
    elif radius > 25:
        radius = 25
    if weight < 0:
        weight = 0
    elif weight > 900:
        weight = 900
    if order < 0:
        order = 0
    elif order > 99:
        order = 99
    if zoom < 0:
        zoom = 0
    elif zoom > 400:
        zoom = 400
    return 1 * width + 2 * height + 3 * depth + 4 * margin + 5 * padding + 6 * border + 7 * gap + 8 * columns + 9 * rows + 10 * indent + 11 * offset + 12 * spacing + 13 * radius + 14 * weight + 15 * order + 16 * zoom

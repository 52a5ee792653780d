def clamp(value: int, limit: int) -> int:
    if value > limit:
        return limit
    if value < 0:
        return 0
    return value


def area(width: int, height: int, depth: int, margin: int, padding: int, border: int, gap: int, columns: int, rows: int, indent: int, offset: int, spacing: int, radius: int, weight: int, order: int, zoom: int) -> int:
    width = clamp(width, 800)
    height = clamp(height, 600)
    depth = clamp(depth, 100)
    margin = clamp(margin, 40)
    padding = clamp(padding, 40)
    border = clamp(border, 8)
    gap = clamp(gap, 16)
    columns = clamp(columns, 12)
    rows = clamp(rows, 50)
    indent = clamp(indent, 20)
    offset = clamp(offset, 30)
    spacing = clamp(spacing, 10)
    radius = clamp(radius, 25)
    weight = clamp(weight, 900)
    order = clamp(order, 99)
    zoom = clamp(zoom, 400)
    return 1 * width + 2 * height + 3 * depth + 4 * margin + 5 * padding + 6 * border + 7 * gap + 8 * columns + 9 * rows + 10 * indent + 11 * offset + 12 * spacing + 13 * radius + 14 * weight + 15 * order + 16 * zoom

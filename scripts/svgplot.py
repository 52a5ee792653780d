"""Scatter and line plots with logarithmic axes, as SVG text."""
import math
from html import escape

BLUE, RED, GREEN, GREY = "#1f5fa8", "#c0392b", "#2c7a3f", "#888"
LEFT, RIGHT, TOP, BOTTOM = 64, 22, 44, 52


class Panel:
    """One plot. Points are (x, y) pairs, both above zero."""

    def __init__(self, title, x_label, y_label, width=420, height=340):
        self.title, self.x_label, self.y_label = title, x_label, y_label
        self.width, self.height = width, height
        self.series, self.has_diagonal, self.column = [], False, None

    def add(self, name, points, colour, marker="circle", line=False, labels=None):
        self.series.append((name, list(points), colour, marker, line, labels or {}))

    def diagonal(self):
        """Equal axes and the line on which both are the same."""
        self.has_diagonal = True

    def unsettled(self, label, points, colour, marker):
        """Heights of points that have no place on the x axis: a column at the right edge."""
        self.column = (label, list(points), colour, marker)

    def render(self):
        xs = [x for _, points, *_ in self.series for x, _ in points]
        ys = [y for _, points, *_ in self.series for _, y in points]
        ys += self.column[1] if self.column else []
        if self.has_diagonal:
            xs = ys = xs + ys
        x_low, x_high, y_low, y_high = *decades(xs), *decades(ys)
        column = 46 if self.column and self.column[1] else 0
        right = self.width - RIGHT - column
        bottom = self.height - BOTTOM

        def across(x):
            return LEFT + (math.log10(x) - x_low) / (x_high - x_low) * (right - LEFT)

        def up(y):
            return bottom - (math.log10(y) - y_low) / (y_high - y_low) * (bottom - TOP)

        out = [text(self.width / 2, 16, self.title, size=13, bold=True)]
        for power in range(x_low, x_high + 1):
            x = across(10 ** power)
            out.append(line(x, TOP, x, bottom, "#e4e4e4"))
            out.append(text(x, bottom + 16, number(power)))
        for power in range(y_low, y_high + 1):
            y = up(10 ** power)
            out.append(line(LEFT, y, right, y, "#e4e4e4"))
            out.append(text(LEFT - 6, y + 4, number(power), anchor="end"))
        if self.has_diagonal:
            low, high = max(x_low, y_low), min(x_high, y_high)
            out.append(line(across(10 ** low), up(10 ** low), across(10 ** high), up(10 ** high), GREY, "4 4"))
        out.append(f'<rect x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{bottom - TOP}" fill="none" stroke="#444"/>')
        for _, points, colour, marker, joined, labels in self.series:
            if joined:
                path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in sorted(points))
                out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-opacity="0.5"/>')
            for x, y in points:
                out.append(mark(marker, across(x), up(y), colour))
                if (x, y) in labels:
                    out.append(text(across(x) - 5, up(y) - 9, labels[(x, y)], size=10, anchor="end", colour=colour))
        if column:
            label, points, colour, marker = self.column
            x = right + column / 2
            out.append(f'<rect x="{right + 6}" y="{TOP}" width="{column - 6}" height="{bottom - TOP}" fill="#f4f4f4" stroke="#bbb"/>')
            # Side by side, so that equal heights do not hide each other.
            out += [mark(marker, x + 3 + 10 * (index % 3 - 1), up(y), colour) for index, y in enumerate(sorted(points))]
            out += [text(x + 3, TOP - 17 + 12 * row, part, size=10) for row, part in enumerate(label.split("\n"))]
        named = [(name, colour, marker) for name, _, colour, marker, *_ in self.series if name]
        # The names stand above the frame, side by side.
        at = LEFT
        for name, colour, marker in named:
            out.append(mark(marker, at + 5, TOP - 11, colour))
            out.append(text(at + 13, TOP - 7, name, anchor="start", size=11))
            at += 26 + 6.2 * len(name)
        out.append(text((LEFT + right) / 2, self.height - 12, self.x_label, size=12))
        middle = (TOP + bottom) / 2
        out.append(f'<g transform="rotate(-90 16 {middle})">{text(16, middle + 4, self.y_label, size=12)}</g>')
        return "\n".join(out)


def figure(panels):
    """The panels side by side."""
    width, height = sum(panel.width for panel in panels), max(panel.height for panel in panels)
    body, at = [], 0
    for panel in panels:
        body.append(f'<g transform="translate({at} 0)">\n{panel.render()}\n</g>')
        at += panel.width
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif">\n'
            f'<rect width="{width}" height="{height}" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n")


def decades(values):
    """The powers of ten around the values."""
    if not values:
        return 0, 1
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def number(power):
    return f"{10 ** power:,}".replace(",", " ") if power >= 0 else f"{10 ** power:.{-power}f}"


def text(x, y, words, size=11, anchor="middle", bold=False, colour="#222"):
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}>{escape(str(words))}</text>'


def line(x1, y1, x2, y2, colour, dashes=""):
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{dash}/>'


def mark(marker, x, y, colour):
    if marker == "cross":
        return (f'<path d="M{x - 4:.1f} {y - 4:.1f} l8 8 m0 -8 l-8 8" stroke="{colour}" stroke-width="1.6" '
                f'stroke-opacity="0.8" fill="none"/>')
    if marker == "square":
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{colour}" fill-opacity="0.55" stroke="{colour}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}" fill-opacity="0.45" stroke="{colour}"/>'

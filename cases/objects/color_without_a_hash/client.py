from library import Color


def red(text: str) -> int:
    return Color.from_hex(text).r

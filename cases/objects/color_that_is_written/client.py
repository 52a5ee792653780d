from library import Color


def show(r: int, g: int, b: int) -> str:
    return Color(r, g, b).to_hex()

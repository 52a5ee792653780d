from library import Temperature


def convert(c: int) -> float:
    return Temperature(c).fahrenheit

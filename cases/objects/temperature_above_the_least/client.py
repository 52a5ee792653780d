from library import Temperature


def convert(c: int) -> float:
    return Temperature(max(c, 0)).fahrenheit

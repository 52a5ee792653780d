from library import Temperature


def warm(celsius: int) -> bool:
    return Temperature(5 * celsius).celsius > 100

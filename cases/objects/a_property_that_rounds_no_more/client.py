from library import Temperature


def warm(celsius: int):
    return Temperature(celsius).fahrenheit

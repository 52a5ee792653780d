from lib import Temperature


def coldest(degrees: int) -> int:
    return Temperature(degrees).clipped()

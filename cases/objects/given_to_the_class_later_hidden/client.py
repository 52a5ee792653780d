from lib import Temperature


def outdoors(degrees: int) -> int:
    return Temperature(max(degrees, -90)).clipped()

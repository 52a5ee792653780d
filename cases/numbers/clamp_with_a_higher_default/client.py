from library import clamp


def brightness(level: int) -> int:
    return clamp(level)

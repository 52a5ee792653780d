from library import clamp


def percent(level: int) -> str:
    return f"{clamp(level, 0, 100)}%"
